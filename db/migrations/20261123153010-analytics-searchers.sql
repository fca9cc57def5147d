-- How many different people searched for a word on a day, for the hot words of the search page.
alter table search_word_days add column searchers integer not null default 0;
