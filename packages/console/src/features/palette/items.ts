import type { LucideIcon } from 'lucide-react'
import { AppWindow, FolderOpen, KeyRound, Languages, SpellCheck, Zap } from 'lucide-react'

type ItemKind = 'action' | 'screen' | 'language' | 'project' | 'key' | 'term'

export interface PaletteItem {
  id: string
  kind: ItemKind
  label: string
  detail?: string
  /** Of the detail. */
  lang?: string
  /** Another name that it answers to. */
  alias?: string
  shortcut?: string
  isFound?: boolean
  go: () => void
}

export const ICONS: Record<ItemKind, LucideIcon> = {
  action: Zap,
  screen: AppWindow,
  language: Languages,
  project: FolderOpen,
  key: KeyRound,
  term: SpellCheck,
}
