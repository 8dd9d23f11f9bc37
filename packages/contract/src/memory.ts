import Type from 'typebox'
import { Id, Nullable, named, Time } from './fields.ts'

export const Memory = Type.Object({
  id: Id,
  organizationId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  sourceLocaleId: Id,
  sourceLocaleCode: Type.String(),
  isDefault: Type.Boolean(),
  isShared: Type.Boolean(),
  autoPopulate: Type.Boolean(),
  onlyApproved: Type.Boolean(),
  entriesCount: Type.Integer(),
  languageCount: Type.Integer(),
  linkedProjectsCount: Type.Integer(),
  createdAt: Time,
  updatedAt: Time,
})

export const MemoryEntry = Type.Object({
  id: Id,
  tmId: Id,
  sourceText: Type.String(),
  targetText: Type.String(),
  targetLocaleId: Id,
  targetLocaleCode: Type.String(),
  contextKey: Nullable(Type.String()),
  sourceProjectId: Nullable(Id),
  sourceProjectName: Nullable(Type.String()),
  authorId: Nullable(Id),
  authorName: Nullable(Type.String()),
  usageCount: Type.Integer(),
  lastUsedAt: Nullable(Time),
  createdAt: Time,
  updatedAt: Time,
})

const Match = Type.Object({
  id: Id,
  sourceText: Type.String(),
  targetText: Type.String(),
  targetLocaleId: Id,
  similarity: Type.Integer(),
  matchType: Type.Enum(['perfect', 'exact', 'fuzzy']),
  contextKey: Nullable(Type.String()),
  sourceProjectName: Nullable(Type.String()),
  authorName: Nullable(Type.String()),
  tmName: Type.String(),
  usageCount: Type.Integer(),
})

export const Matches = Type.Object({ matches: Type.Array(Match), total: Type.Integer() })

named({ Memory, MemoryMatch: Match, MemoryEntry, MemoryMatches: Matches })
