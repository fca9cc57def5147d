-- Whether a recipient opened the letter and followed a link in it, while the publisher counts that.
alter table letter_recipients
  add reading_key text not null default replace(gen_random_uuid()::text, '-', ''),
  add opened_at timestamptz,
  add clicked_at timestamptz;
create unique index letter_recipients_by_reading_key on letter_recipients (reading_key);
create index letter_recipients_opened on letter_recipients (letter_id) where opened_at is not null;
create index letter_recipients_clicked on letter_recipients (letter_id) where clicked_at is not null;
