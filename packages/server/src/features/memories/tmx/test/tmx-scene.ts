import type { TestService } from '../../../../../test/harness.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

export const around = (units: string, srclang = 'en') =>
  `<?xml version="1.0"?><tmx version="1.4"><header srclang="${srclang}"/><body>${units}</body></tmx>`

export const unit = (texts: Record<string, string>, more = '', context?: string) =>
  `<tu ${more}>${context === undefined ? '' : `<prop type="x-context">${context}</prop>`}${Object.entries(texts)
    .map(([lang, text]) => `<tuv xml:lang="${lang}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`

/** Memories, and what files bring into them. */
export async function createTmxScene(service: TestService) {
  const scene = await createMemoryScene(service)
  const load = (tmId: number, content: string, more: object = {}) =>
    service.ok(scene.owner, 'importTmx', { params: { tmId }, body: { content, ...more } })
  const stored = async (tmId: number) =>
    (await scene.entries(tmId)).map(({ sourceText, targetText, targetLocaleCode, contextKey, usageCount }) =>
      [sourceText, targetLocaleCode, targetText, contextKey, usageCount].join('|'),
    )
  return { ...scene, load, stored }
}
