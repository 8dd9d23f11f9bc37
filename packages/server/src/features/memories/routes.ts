import { createMemory } from './create-memory.ts'
import { deleteMemory } from './delete-memory.ts'
import { deleteMemoryEntry } from './entries/delete-memory-entry.ts'
import { listMemoryEntries } from './entries/list-memory-entries.ts'
import { putMemoryEntry } from './entries/put-memory-entry.ts'
import { replaceInMemory } from './entries/replace-in-memory.ts'
import { updateMemoryEntry } from './entries/update-memory-entry.ts'
import { getMemory } from './get-memory.ts'
import { getMemoryStats } from './get-memory-stats.ts'
import { listMemories } from './list-memories.ts'
import { searchMemory } from './search/search-memory.ts'
import { searchProjectMemories } from './search/search-project-memories.ts'
import { getMemorySettings } from './settings/get-memory-settings.ts'
import { updateMemorySettings } from './settings/update-memory-settings.ts'
import { exportTmx } from './tmx/export-tmx.ts'
import { importTmx } from './tmx/import-tmx.ts'
import { previewTmx } from './tmx/preview-tmx.ts'
import { updateMemory } from './update-memory.ts'

export const memoryEndpoints = [
  listMemories,
  createMemory,
  getMemory,
  updateMemory,
  deleteMemory,
  listMemoryEntries,
  putMemoryEntry,
  updateMemoryEntry,
  deleteMemoryEntry,
  getMemoryStats,
  searchMemory,
  replaceInMemory,
  importTmx,
  previewTmx,
  exportTmx,
  getMemorySettings,
  updateMemorySettings,
  searchProjectMemories,
]
