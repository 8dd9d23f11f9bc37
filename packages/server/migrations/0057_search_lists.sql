-- What is written waits in a list until a worker sorts it into the index (search-lists.ts). With lists of 256 kB whoever
-- wrote the row that filled one sorted it: a quarter of the time of an import. The limit (in kB) is for the case that no
-- worker runs.
alter index keys_search set (gin_pending_list_limit = 1048576);
alter index keys_search_description set (gin_pending_list_limit = 1048576);
alter index translations_search set (gin_pending_list_limit = 1048576);
