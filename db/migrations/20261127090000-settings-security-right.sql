-- The right to security settings leaves `settings.manage`. Roles that also manage staff are those of administrators and keep
-- both; `*` contains every right. Others lose what they could take over the back office with.
update roles set permissions = permissions || '{settings.security}'
where permissions @> '{settings.manage,staff.manage}' and not permissions @> '{settings.security}';
