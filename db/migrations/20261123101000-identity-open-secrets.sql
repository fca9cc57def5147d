-- Second factors stored before they were sealed; the start looks for them.
create index members_open_totp on members (id) where totp_secret is not null and totp_secret not like 'sealed:%';
