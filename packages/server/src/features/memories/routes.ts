import { createMemory } from './create-memory.ts'
import { deleteMemory } from './delete-memory.ts'
import { deleteMemoryEntry } from './delete-memory-entry.ts'
import { exportTmx } from './export-tmx.ts'
import { getMemory } from './get-memory.ts'
import { getMemorySettings } from './get-memory-settings.ts'
import { getMemoryStats } from './get-memory-stats.ts'
import { importTmx } from './import-tmx.ts'
import { listMemories } from './list-memories.ts'
import { listMemoryEntries } from './list-memory-entries.ts'
import { previewTmx } from './preview-tmx.ts'
import { putMemoryEntry } from './put-memory-entry.ts'
import { replaceInMemory } from './replace-in-memory.ts'
import { searchMemory } from './search-memory.ts'
import { searchProjectMemories } from './search-project-memories.ts'
import { updateMemory } from './update-memory.ts'
import { updateMemoryEntry } from './update-memory-entry.ts'
import { updateMemorySettings } from './update-memory-settings.ts'

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
