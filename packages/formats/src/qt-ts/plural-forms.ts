import { pluralCategories } from '@parlance/checks'
import { CATEGORIES } from '../plural-message.ts'

/**
 * The forms of each language that `lrelease` knows, in its order, by the category of CLDR that each stands for. They
 * are those of Qt: Latvian has its form for nothing at the end, Hungarian a single one, and Irish three.
 */
const FORMS: readonly (readonly [categories: string, languages: string])[] = [
  [
    'one other',
    'aa ab af am as ay az ba bg bn br ca co da de el en eo es et eu fi fil fo fr fur fy gl gu ha he hi hy ia ie is it iw ' +
      'ji ka kk kl km kn ks ku kw ky la lb ln lo mg ml mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so ' +
      'sq ss st sv sw ta te tg ti tk tl tn to ts ug ur uz vo wa wo xh yi zu',
  ],
  ['one two other', 'dv ga gv ik iu mi mk sa se sm'],
  ['one few other', 'bs cs hr lt mo ro sh sk sr'],
  ['one few many', 'be pl ru uk'],
  ['one other zero', 'lv'],
  ['one two few other', 'gd sl'],
  ['one few many other', 'mt'],
  ['zero one two many other', 'cy'],
  ['zero one two few many other', 'ar'],
]
/** Of all other languages one form is used. */
const UNIVERSAL = ['other']

const byLanguage = new Map(
  FORMS.flatMap(([categories, languages]) => languages.split(' ').map((code) => [code, categories.split(' ')])),
)

/** What the forms of a new plural stand for. */
export const formsOfQt = (locale: string): readonly string[] =>
  byLanguage.get(locale.split('-', 1)[0] ?? '') ?? UNIVERSAL

/**
 * What the forms of a plural stand for that has so many of them: those of Qt, or else those of CLDR, which other tools
 * number. Beyond either, categories of the language that are left over.
 */
export function formsOfFile(count: number, locale: string): readonly string[] {
  const usual = formsOfQt(locale)
  const known = pluralCategories(locale, 'cardinal')
  const all = CATEGORIES.filter((category) => known.includes(category))
  if (count === all.length && count !== usual.length) return all
  const more = [...usual, ...all.filter((category) => !usual.includes(category))]
  return Array.from({ length: count }, (_, index) => more[index] ?? 'other')
}

/** The same for a plural that gets other texts. One without the right number of forms was made for no language. */
export function formsToWrite(count: number, locale: string): readonly string[] {
  const usual = formsOfQt(locale)
  return count === usual.length || count !== pluralCategories(locale, 'cardinal').length
    ? usual
    : formsOfFile(count, locale)
}
