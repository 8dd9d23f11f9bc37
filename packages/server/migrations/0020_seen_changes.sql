-- Up to which change of its project a sighting of a key knows the source value: what came after it counts, also what was
-- taken back. Sightings from before have only the hash of the value.
alter table observations add column seen_seq bigint;
