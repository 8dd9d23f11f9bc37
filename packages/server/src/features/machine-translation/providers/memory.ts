import { findEqualTexts } from '../../memories/index.ts'
import type { Library } from './provider.ts'

/** The project's own translation memories: texts that were translated before, word for word. */
export const memory: Library = {
  kind: 'library',
  textsPerRequest: 1000,
  find: (db, texts, languages) => findEqualTexts(db, languages, texts),
}
