-- Notices written before titles recorded whom they name: replies and mentions begin with the name of the commenter, and a
-- player whom the member follows is named after seven characters.
update notices n set people = jsonb_build_array(jsonb_build_object(
    'id', c.member_id::text, 'name', substring(n.title from '^(.+?) (?:在|评论了你的)《')))
  from comments c
  where n.kind in ('reply', 'mention') and n.people is null and n.source_key = 'comment:' || c.id
    and c.member_id is not null and n.title ~ '^.+? (?:在|评论了你的)《';
update notices n set people = jsonb_build_array(jsonb_build_object(
    'id', p.member_id::text, 'name', substring(n.title from '^你关注的选手 (.+) 进入模拟大赛总榜前十$'), 'at', 7))
  from contest_players p
  where n.kind = 'contest' and n.people is null and n.title ~ '^你关注的选手 .+ 进入模拟大赛总榜前十$'
    and p.member_id is not null and p.id::text = split_part(n.source_key, ':', 4);
-- The names of members who are deleted already leave the notices now.
update notices n set title = '已注销用户' || substring(n.title from '^.+?( (?:在|评论了你的)《.*)$'), body = '这条评论已不再显示。'
  from comments c
  where n.kind in ('reply', 'mention') and n.people is null and n.source_key = 'comment:' || c.id
    and c.member_id is null and c.guest_name is null and n.title ~ '^.+? (?:在|评论了你的)《';
update notices n set title = '你关注的选手 已注销用户 进入模拟大赛总榜前十', people = null
  from members m
  where n.kind = 'contest' and n.people is not null
    and m.deleted_at is not null and m.id::text = n.people -> 0 ->> 'id';
with named as (
  select n.id, people, string_agg(e ->> 'name', '、' order by place) filter (where place <= 2) two, people -> 0 ->> 'name' one,
    string_agg(coalesce(gone.name, e ->> 'name'), '、' order by place) filter (where place <= 2) new_two,
    (array_agg(coalesce(gone.name, e ->> 'name') order by place))[1] new_one,
    jsonb_agg(case when gone.name is null then e else e || jsonb_build_object('name', gone.name) end order by place) new_people
  from notices n cross join lateral jsonb_array_elements(n.people) with ordinality t(e, place)
    left join lateral (select '已注销用户' name from members m
      where m.id::text = e ->> 'id' and m.deleted_at is not null) gone on true
  where n.kind = 'like' and n.people is not null
  group by n.id having count(gone.name) > 0
)
update notices n set people = new_people, title = case
    when starts_with(n.title, two) then new_two || substr(n.title, length(two) + 1)
    when starts_with(n.title, one) then new_one || substr(n.title, length(one) + 1)
    else n.title end
  from named where named.id = n.id;
