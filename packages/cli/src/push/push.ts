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
import { askValues } from '../texts/values.ts'
import { convertPlaceholders, mayBeConverted } from './convert.ts'
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

/** What the files say, as it is sent. Thrown where some of them cannot be taken: half of the texts are none to push. */
export async function readProject(
  source: Source,
  { locales, areAllMeant, namespaces, isEmptyAllowed = false }: Choice,
): Promise<LocalProject> {
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
  return { files, texts: await convertedTexts(source, files) }
}

function tellNone(path: string, output: Output): void {
  output.problem({ exitCode: exitCodes.file, code: 'FILE_NOT_FOUND', message: `No file is at ${path}.` })
}

async function convertedTexts({ service, facts, output }: Source, files: readonly ReadFile[]): Promise<LocalText[]> {
  const texts = files.flatMap((file) => file.texts)
  if (!texts.some(mayBeConverted)) return texts
  const asked = { locales: [facts.sourceLocale], namespaces: undefined, statuses: [], include: ['meta'] } as const
  const { values: base = { texts: {}, statuses: {}, keys: {} } } = await askValues(service, asked)
  return convertPlaceholders(texts, { base, sourceLocale: facts.sourceLocale }, ({ place }, remark) => {
    tellRemarks(output, place, [remark])
  })
}
