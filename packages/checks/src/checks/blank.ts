import { type AloneCheck, NOTHING } from './check.ts'

export const blank: AloneCheck = {
  id: 'blank',
  kind: 'alone',
  find(unit, source) {
    if (!isBlank(unit.text) || (source && isBlank(source.text))) return NOTHING
    const span = unit.inValue({ start: 0, end: unit.text.length })
    return [{ message: 'There is nothing but white space.', params: {}, span }]
  },
}

const isBlank = (text: string) => text !== '' && text.trim() === ''
