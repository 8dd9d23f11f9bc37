import type { ListedTool } from './tool.ts'
import { checkTexts } from './tools/check-texts.ts'
import { findKeys } from './tools/find-keys.ts'
import { findTerms } from './tools/find-terms.ts'
import { getContext } from './tools/get-context.ts'
import { getProject } from './tools/get-project.ts'
import { listChanges } from './tools/list-changes.ts'
import { listFindings } from './tools/list-findings.ts'
import { proposeTranslations } from './tools/propose-translations.ts'
import { readText } from './tools/read-text.ts'
import { searchMemory } from './tools/search-memory.ts'
import { undo } from './tools/undo.ts'
import { writeTranslations } from './tools/write-translations.ts'

/** All there are, in the order in which they are used. */
export const tools = (isReadOnly: boolean): readonly ListedTool[] => [
  getProject(isReadOnly),
  findKeys,
  getContext,
  readText,
  searchMemory,
  findTerms,
  checkTexts,
  listFindings,
  listChanges,
  proposeTranslations,
  writeTranslations,
  undo,
]
