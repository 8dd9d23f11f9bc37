// What is still to be looked at. Everything is a chain of entries; 0 ends it.

import { candidates, groups, LANES, lengthEntries, lengthList, lists } from './searched'
import { score } from './similarity'

export const GROUP_ENTRY: usize = 24
export const CANDIDATE: usize = 8
export const LENGTH_ENTRY: usize = 24
/** Of candidates, one for each similarity from 0 to 100. */
export const LISTS: i32 = 101

/** How many groups and candidates stand on the lists of all parts. The first is number 1. */
let listedGroups: u32 = 0
let listedCandidates: u32 = 0
let lengthsEnd: usize = 0

export function clearLists(): void {
  listedGroups = 0
  listedCandidates = 0
  lengthsEnd = lengthEntries
}

// Groups of 16 segments stand on lists of their length, by how many characters of the query the next of them misses.

/** Adds the lists of a length, for 0 to `most` missing characters. */
export function listLength(length: i32, most: i32): usize {
  const entry = lengthsEnd
  store<u32>(entry, load<u32>(lengthList))
  store<u32>(lengthList, <u32>entry)
  store<i32>(entry, length, 4)
  store<i32>(entry, most, 8)
  store<i32>(entry, 0, 12)
  const bytes = (<usize>most + 1) << 2
  memory.fill(entry + LENGTH_ENTRY, 0, bytes)
  lengthsEnd = entry + LENGTH_ENTRY + bytes
  return entry
}

export function firstLength(): usize {
  return <usize>load<u32>(lengthList)
}

export function nextLength(entry: usize): usize {
  return <usize>load<u32>(entry)
}

export function listedLength(entry: usize): i32 {
  return load<i32>(entry, 4)
}

export function mostMissing(entry: usize): i32 {
  return load<i32>(entry, 8)
}

/** The lists for fewer missing characters are done with. */
export function dueMissing(entry: usize): i32 {
  return load<i32>(entry, 12)
}

export function setDueMissing(entry: usize, missing: i32): void {
  store<i32>(entry, missing, 12)
}

/** When all groups of the length were added: they lie one after the other, in the order of their segments. */
export function endLength(entry: usize): void {
  store<u32>(entry, <u32>(groups + <usize>(listedGroups + 1) * GROUP_ENTRY), 16)
}

export function endOfGroups(entry: usize): usize {
  return <usize>load<u32>(entry, 16)
}

/** The 16 segments from `first` on, with what each misses: 255 is one that does not count. */
export function enlistGroup(length: usize, fewest: i32, first: i32, missing: v128): void {
  const entry = groups + <usize>++listedGroups * GROUP_ENTRY
  store<u32>(entry, <u32>first)
  v128.store(entry, missing, 8)
  relistGroup(length, fewest, entry)
}

/** Puts a group that was taken on another list. */
export function relistGroup(length: usize, fewest: i32, entry: usize): void {
  const list = length + LENGTH_ENTRY + ((<usize>fewest) << 2)
  store<u32>(entry, load<u32>(list), 4)
  store<u32>(list, <u32>entry)
}

/** Takes the next group from the list; 0 when there is none. */
export function nextGroup(length: usize, missing: i32): usize {
  const list = length + LENGTH_ENTRY + ((<usize>missing) << 2)
  const entry = <usize>load<u32>(list)
  if (entry !== 0) store<u32>(list, load<u32>(entry, 4))
  return entry
}

// The first segment of a group has a number that 16 divides, so its last bit is free to say that nothing is left of it.
export function firstOfGroup(entry: usize): i32 {
  return <i32>load<u32>(entry) & -LANES
}

export function isDone(entry: usize): bool {
  return (load<u32>(entry) & 1) !== 0
}

export function setDone(entry: usize): void {
  store<u32>(entry, load<u32>(entry) | 1)
}

export function missingOfGroup(entry: usize): v128 {
  return v128.load(entry, 8)
}

export function setMissingOfGroup(entry: usize, missing: v128): void {
  v128.store(entry, missing, 8)
}

// Candidates stand on lists by the similarity that they can have at most.

export function enlist(segment: i32, distance: i32, longer: i32): void {
  const list = lists + ((<usize>score(distance, longer)) << 2)
  const entry = candidates + <usize>++listedCandidates * CANDIDATE
  store<u32>(entry, <u32>segment)
  store<u32>(entry, load<u32>(list), 4)
  store<u32>(list, listedCandidates)
}

/** Takes the next candidate from the list of this bound, and returns where it stands; 0 when there is none. */
export function nextCandidate(bound: i32): usize {
  const list = lists + ((<usize>bound) << 2)
  const entry = load<u32>(list)
  if (entry === 0) return 0
  const at = candidates + <usize>entry * CANDIDATE
  store<u32>(list, load<u32>(at, 4))
  return at
}
