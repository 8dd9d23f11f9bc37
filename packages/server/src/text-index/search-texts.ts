import { offerFound, type Searched, type Sought, scanTexts } from './scan.ts'
import type { FoundRow, SearchedTexts } from './text-source.ts'

const IDENTICAL = 100

/**
 * Offers the texts that are alike: through their index where they have one, else by comparing all of them. Either happens
 * on other threads, and ends when its searcher goes.
 */
export async function searchTexts<Row extends FoundRow>(
  searched: Searched,
  texts: SearchedTexts<Row>,
  sought: Sought<Row>,
): Promise<void> {
  const { text, maxResults, newest, owner, signal } = sought
  const exclude = [...(sought.exclude ?? [])]
  for (let least = sought.least(); least <= IDENTICAL; least = sought.least()) {
    const how = { minSimilarity: least, maxResults, exclude, owner, signal }
    const found = await searched.texts.search(texts, text, how, newest)
    if (!found) return scanTexts(searched, texts, { ...sought, exclude })
    const gone = await offerFound(searched.db, texts, sought, found.matches)
    if (gone.length === 0) return
    // Deleted since they were loaded; others may have lost their place to them.
    await found.forget(gone)
    exclude.push(...gone)
  }
}
