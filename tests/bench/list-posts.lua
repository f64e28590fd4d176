-- Sends the same body again and again, each time from another network, as a proxy in front of the site tells it.
local body
local count = 0

function init(args)
  body = args[1]
end

function request()
  count = count + 1
  wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.%d", count / 65536 % 256, count / 256 % 256, count % 256)
  return wrk.format("POST", nil, wrk.headers, body)
end
