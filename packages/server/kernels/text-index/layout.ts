// What both sides have to agree on, under the names of src/text-index/engine/layout.ts: compared when the kernel is loaded.

export { BATCH as BATCH_BYTES } from './batch'
export { STATE as STATE_BYTES } from './distance'
export { CANDIDATE as CANDIDATE_BYTES, GROUP_ENTRY as GROUP_BYTES, LENGTH_ENTRY as LENGTH_BYTES, LISTS } from './lists'
export { NONE, PAUSE } from './pause'
export {
  GROUPS,
  LANES,
  NARROW_BYTES,
  NARROW_ENTRY as NARROW_SIGNATURE_BYTES,
  ROWS,
  RUN,
  SHORT as LONGEST_LISTED,
  SIGNATURE_ENTRY as SIGNATURE_BYTES,
  WORD as WORD_BITS,
} from './searched'
export { BLOCK as SKETCH_BYTES } from './steps'
