import { addProjectLocale } from './add-project-locale.ts'
import { createApiKey } from './create-api-key.ts'
import { createNamespace } from './create-namespace.ts'
import { createProject } from './create-project.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { deleteNamespace } from './delete-namespace.ts'
import { deleteProject } from './delete-project.ts'
import { getApiKey } from './get-api-key.ts'
import { getProject } from './get-project.ts'
import { getStats } from './get-stats.ts'
import { getWordsByDay } from './get-words-by-day.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listNamespaces } from './list-namespaces.ts'
import { listProjectLocales } from './list-project-locales.ts'
import { listProjects } from './list-projects.ts'
import { removeProjectLocale } from './remove-project-locale.ts'
import { updateNamespace } from './update-namespace.ts'
import { updateProject } from './update-project.ts'

export const projectEndpoints = [
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  listProjectLocales,
  addProjectLocale,
  removeProjectLocale,
  listNamespaces,
  createNamespace,
  updateNamespace,
  deleteNamespace,
  getApiKey,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  getStats,
  getWordsByDay,
]
