import { LANGUAGES, type LanguageCode } from './languages.ts'
import type { Texts } from './text.ts'

/** Those that are on the screen, or were. What comes later is put into the same objects. */
const loaded = new Map<LanguageCode, Partial<Texts>>()
let isRestWanted = false

/** The texts of every page and of the editor, and of the other screens once somebody has been at one. */
export async function textsIn(language: LanguageCode): Promise<Texts> {
  const texts = { ...(await LANGUAGES[language].load()).default }
  loaded.set(language, texts)
  if (isRestWanted) await addRest(language, texts)
  // What is not in it is asked for by screens alone that wait for the rest.
  return texts as Texts
}

/** Before a screen is shown that says what no other does. */
export async function loadOtherTexts(): Promise<void> {
  isRestWanted = true
  await Promise.all([...loaded].map(([language, texts]) => addRest(language, texts)))
}

/** A part of a page that few see, with the texts that such parts say: `texts-in-parts.ts` leaves out what stands here. */
export const withOtherTexts = <Module>(load: () => Promise<Module>): Promise<Module> =>
  Promise.all([load(), loadOtherTexts()]).then(([module]) => module)

const addRest = async (language: LanguageCode, texts: Partial<Texts>) =>
  Object.assign(texts, (await LANGUAGES[language].loadRest()).default)
