// The lists of what is still to be looked at, by the similarity that it can have at most. Each is a chain of entries.

import { candidates, groupLists, groups, lists } from './searched'
import { score } from './similarity'

const GROUP_ENTRY: usize = 32
const CANDIDATE: usize = 8

/** How many groups and candidates stand on the lists of all parts. The first is number 1. */
let listedGroups: u32 = 0
let listedCandidates: u32 = 0

export function clearLists(): void {
  listedGroups = 0
  listedCandidates = 0
}

/** `first` and those of the 16 segments from there on whose bit is set, all of one length. Returns where it stands. */
export function enlistGroup(first: i32, lanes: i32, length: i32, distance: i32, longer: i32): usize {
  const list = groupLists + ((<usize>score(distance, longer)) << 2)
  const entry = groups + <usize>++listedGroups * GROUP_ENTRY
  store<u32>(entry, <u32>first)
  store<u32>(entry, <u32>lanes, 4)
  store<u32>(entry, load<u32>(list), 8)
  store<u32>(entry, <u32>length, 12)
  store<u32>(list, listedGroups)
  return entry
}

/** Takes the next group from the list of this bound, and returns where it stands; 0 when there is none. */
export function nextGroup(bound: i32): usize {
  const list = groupLists + ((<usize>bound) << 2)
  const entry = load<u32>(list)
  if (entry === 0) return 0
  const at = groups + <usize>entry * GROUP_ENTRY
  store<u32>(list, load<u32>(at, 8))
  return at
}

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
