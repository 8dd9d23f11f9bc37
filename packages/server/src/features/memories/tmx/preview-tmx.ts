import { contract } from '@parlance/contract'
import type { TmxUnit } from '@parlance/formats/tmx'
import { implement } from '../../../implement.ts'
import { findMemory } from '../memory.ts'
import { ImportPlan } from './import-plan.ts'
import { organizationLocales } from './locale-mapping.ts'
import { eachUnit } from './tmx-file.ts'

const SAMPLES = 5

/** The import up to where it would write, told in the languages of the file, so that they can be mapped. */
export const previewTmx = implement(contract.previewTmx, async ({ db }, { access, params, body }) => {
  const { sourceLocaleCode } = await findMemory(db, access, params.tmId)
  const plan = new ImportPlan({
    sourceLocaleCode,
    locales: await organizationLocales(db, access.organizationId),
    mapped: () => undefined,
    mayWrite: (code) => access.localeCodes === null || access.localeCodes.includes(code),
    resolution: 'skip',
  })
  const langs = new Set<string>()
  const samples: TmxUnit[] = []
  const { sourceLocale, units } = await eachUnit(body.content, (unit) => {
    plan.add(unit)
    for (const { lang } of unit.segments) langs.add(lang)
    if (samples.length < SAMPLES) samples.push(unit)
  })
  const source = sourceLocale ?? sourceLocaleCode
  const isSource = (lang: string) => plan.codeOf(lang) === plan.codeOf(source)
  const isOther = plan.codeOf(source) !== sourceLocaleCode
  return {
    sourceLocale: source,
    targetLocales: [...langs].filter((lang) => !isSource(lang)),
    totalUnits: units,
    sampleEntries: samples.map(({ segments }) => ({
      sourceText: segments.find(({ lang }) => isSource(lang))?.text ?? '',
      translations: segments.filter(({ lang }) => !isSource(lang)).map(({ lang, text }) => ({ locale: lang, text })),
    })),
    errors: isOther
      ? [`The source language of the file, "${source}", is not the memory's, "${sourceLocaleCode}". Map it to import.`]
      : plan.errors,
  }
})
