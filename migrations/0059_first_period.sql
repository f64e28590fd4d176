-- A first period that is paid late starts on the day of the payment: its days move.
drop trigger subscription_periods_stay on subscription_periods;
