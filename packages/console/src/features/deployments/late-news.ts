import type { useText } from '../../text/context.tsx'
import { impactOf } from './impact.ts'
import { problemsOf } from './problems.ts'
import { sentencesIn } from './sentences.ts'

interface SavedText {
  projectId: number
  namespace: string
  key: string
  text: string
}

/** What a text that is saved would break, for whoever has gone on before it was known; undefined: nothing. */
export async function lateNews(
  { projectId, namespace, key, text }: SavedText,
  own: Pick<ReturnType<typeof useText>, 't' | 'locale'>,
): Promise<string | undefined> {
  const [impact] = await impactOf(projectId, [{ namespace, key, value: text }])
  if (!impact) return undefined
  const { ofProblem } = sentencesIn(own)
  return own.t('impact.saved', { key, problems: problemsOf(impact.breaking, text).map(ofProblem).join('. ') })
}
