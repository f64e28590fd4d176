import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public (IANA special-purpose address registry). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/**
 * Ranges excluded from 2000::/3, the only public part of IPv6: those that embed an IPv4 address (Teredo, 6to4), which
 * may be private, and those for documentation and tests.
 */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const privateRanges = new BlockList();
const publicV6 = new BlockList();
for (const range of PRIVATE_V4) addRange(privateRanges, range, 'ipv4');
for (const range of PRIVATE_V6) addRange(privateRanges, range, 'ipv6');
addRange(publicV6, '2000::/3', 'ipv6');

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', bits = ''] = range.split('/');
  list.addSubnet(net, Number(bits), family);
}

/**
 * Returns whether an IP address is on the public internet, and not of this machine, its network or a cloud's internal
 * services. IPv6 addresses that embed an IPv4 address (mapped, NAT64) are not public.
 */
export function isPublicIp(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateRanges.check(address, 'ipv4');
  // A zone, such as %eth0, names an interface of this machine.
  if (family === 6) {
    return !address.includes('%') && publicV6.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6');
  }
  return false;
}
