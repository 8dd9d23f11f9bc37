import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Service } from '../service/service.ts'
import { isOffered } from './rights.ts'
import type { Serving } from './serving.ts'
import { proposeTranslations } from './tools/propose-translations.ts'

/** What people ask for most, for programs that offer prompts as commands. Only where something can be written. */
export function addPrompts(server: McpServer, { service, isReadOnly }: Serving): void {
  if (!isOffered(proposeTranslations, service, isReadOnly)) return
  const argsSchema = z.object({
    locale: completable(z.string().describe('The language, such as de'), (begun) => codesOf(service, begun)),
  })
  server.registerPrompt(
    'translate',
    { title: 'Translate what is missing', description: 'Proposes texts for keys that have none yet', argsSchema },
    ({ locale }) => asked(translating(locale)),
  )
  server.registerPrompt(
    'fix',
    { title: 'Mend what checks have found', description: 'Proposes texts without the findings', argsSchema },
    ({ locale }) => asked(mending(locale)),
  )
}

const translating = (locale: string) => `Translate what is missing in the language ${JSON.stringify(locale)}.
1. find_keys with statuses ["not_translated"] and this language, page by page.
2. get_context for ten keys at a time. Terms and earlier translations come before your own wording; keep to the character limit.
3. check_texts, and mend what it finds.
4. propose_translations with the updatedAt that you have seen.
At the end say how many texts you proposed, which you left out and why, and the ranges of changes for undo.`

const mending = (locale: string) => `Mend what the checks have found in the language ${JSON.stringify(locale)}.
1. list_findings for this language, errors first.
2. get_context for these keys. Change only what the finding is about; leave a text alone where the finding is wrong, and say so.
3. check_texts, then propose_translations with the updatedAt that you have seen.
At the end say what you changed, what you left alone and why, and the ranges of changes for undo.`

const asked = (text: string): GetPromptResult => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })

async function codesOf({ client, params, localeCodes }: Service, begun: string): Promise<string[]> {
  const { locales } = await client.getProject({ params })
  return locales
    .map(({ code }) => code)
    .filter((code) => code.toLowerCase().startsWith(begun.toLowerCase()) && (localeCodes?.includes(code) ?? true))
}
