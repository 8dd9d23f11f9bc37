import { GrowingIndex } from './growing-index.ts'
import { allocate, memory, release, serve, tell } from './thread-side.ts'

const indexes = new Map<number, GrowingIndex>()

function indexOf(number: number): GrowingIndex {
  const known = indexes.get(number)
  if (known) return known
  const index = new GrowingIndex({
    memory,
    allocate,
    release,
    publish: (state) => tell({ index: number, state }),
  })
  indexes.set(number, index)
  return index
}

serve((ask) => {
  if (!('index' in ask)) throw new Error(`The build thread does not ${ask.to}`)
  const index = indexOf(ask.index)
  switch (ask.to) {
    case 'gather':
      return index.gather(ask.batch)
    case 'finish':
      return index.finish()
    case 'apply':
      return index.apply(ask.deletes, ask.upserts)
    case 'drop':
      indexes.delete(ask.index)
      return index.drop()
  }
})
