-- Keys that the portal makes for itself at first need and shares among its processes.
create table secrets (
  name text primary key,
  value text not null
);
