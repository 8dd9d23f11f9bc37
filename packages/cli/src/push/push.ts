import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { configFailure, Failure } from '../problem.ts'
import type { Facts } from '../service/last-answer.ts'
import type { Service } from '../service/service.ts'
import { fileSetsOf, takesNamespace } from '../texts/file-set.ts'
import { foreignPlaces, type Place, placesOn } from '../texts/places.ts'
import { tellRemarks } from '../texts/remarks.ts'
import { tellUntaken } from '../texts/untaken.ts'
import { convertPlaceholders, mayBeSpelled } from './convert.ts'
import { type Known, knownOf } from './known.ts'
import { type LocalText, type ReadFile, readLocalTexts, tellContradictions } from './local-texts.ts'

export interface Source {
  config: Config
  cwd: string
  facts: Facts
  service: Service
  output: Output
}

interface Choice {
  locales: readonly string[]
  /** Files of languages that the project lacks are a fault. */
  areAllMeant: boolean
  /** Empty: all. */
  namespaces: readonly string[]
  /** Where no file is there, that is an answer like any other. */
  isEmptyAllowed?: boolean
}

export interface LocalProject {
  texts: LocalText[]
  files: ReadFile[]
}

/** What the files say, as it is sent. */
export async function readProject(source: Source, choice: Choice): Promise<LocalProject> {
  const files = await readFiles(source, choice)
  const texts = files.flatMap((file) => file.texts)
  const spelled = new Set(texts.filter(mayBeSpelled).map(({ locale }) => locale))
  if (spelled.size === 0) return { files, texts }
  return { files, texts: convertedTexts(source, texts, await knownOf(source, [...spelled])) }
}

/** The same beside all that the service has in these languages. */
export async function compareProject(source: Source, choice: Choice): Promise<LocalProject & { known: Known }> {
  const files = await readFiles(source, choice)
  const known = await knownOf(source, choice.locales)
  const texts = files.flatMap((file) => file.texts)
  return { files, texts: convertedTexts(source, texts, known), known }
}

/** Thrown where some of them cannot be taken: half of the texts are none to push. */
async function readFiles(
  source: Source,
  { locales, areAllMeant, namespaces, isEmptyAllowed = false }: Choice,
): Promise<ReadFile[]> {
  const { config, cwd, facts, output } = source
  const sets = fileSetsOf(config)
  if (sets.length === 0) throw configFailure('It names no files: nothing can be read.', { file: config.path })
  const around = { config, cwd, languages: facts }
  const isWanted = ({ namespace }: Place) => namespaces.length === 0 || namespaces.includes(namespace)
  const places = placesOn(sets, locales, around).filter(isWanted)
  tellUntaken(sets, namespaces, config, output)
  for (const set of sets) {
    const isNamed = namespaces.length === 0 || namespaces.some((name) => takesNamespace(set, name))
    // Of locales that nobody knows that is told already.
    const isMeant = isNamed && locales.length > 0
    if (!isEmptyAllowed && isMeant && !places.some((place) => place.set === set)) tellNone(set.entry.path, output)
  }
  if (areAllMeant) {
    const known = placesOn(sets, facts.locales, around)
    for (const { path, spelled } of foreignPlaces(sets, known, around)) {
      const message = `The project has no locale "${spelled}", so this file is not sent. Add it under "Settings", "Languages" of the project.`
      output.problem({ exitCode: exitCodes.refused, code: 'unknown_locale', message, file: path })
    }
  }
  output.step(`Reading ${counted(places.length, 'file')}`)
  const files = await readLocalTexts(places, { sourceLocale: facts.sourceLocale, locales }, output)
  const isContradicted = tellContradictions(files, output)
  if (files.length < places.length || isContradicted) throw new Failure()
  return files
}

function tellNone(path: string, output: Output): void {
  output.problem({ exitCode: exitCodes.file, code: 'FILE_NOT_FOUND', message: `No file is at ${path}.` })
}

const convertedTexts = ({ output }: Source, texts: readonly LocalText[], known: Known) =>
  convertPlaceholders(texts, known, ({ place }, remark) => void tellRemarks(output, place, [remark]))
