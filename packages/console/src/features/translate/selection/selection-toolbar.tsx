import { X } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { may, type Permission } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import type { TextId } from '../../../text/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { usePaletteActions } from '../../palette/index.ts'
import { focusSoon } from '../areas.ts'
import { type Editor, useEditor } from '../editor-context.ts'
import styles from './selection-toolbar.module.css'
import type { ManyDialogProps } from './status-dialogs.tsx'

interface Action {
  label: TextId
  permissions: readonly Permission[]
  /** It is possible also while the organization can only be read: it writes nothing, or leads out of that. */
  isAlways?: true
  /** It touches all languages, so who is restricted to some may not. */
  isForAllLanguages?: true
  Dialog: ComponentType<ManyDialogProps>
}

const dialog = (name: keyof typeof import('./dialogs.ts')) =>
  lazy(async () => ({ default: (await import('./dialogs.ts'))[name] }))

const ACTIONS: readonly Action[] = [
  {
    label: 'selection.approve',
    permissions: ['translation.edit', 'translation.review'],
    Dialog: dialog('ApproveDialog'),
  },
  { label: 'selection.setStatus', permissions: ['translation.edit'], Dialog: dialog('StatusDialog') },
  { label: 'selection.move', permissions: ['translation.edit'], Dialog: dialog('MoveDialog') },
  { label: 'selection.copy', permissions: ['translation.edit'], Dialog: dialog('CopyDialog') },
  { label: 'selection.clear', permissions: ['translation.edit'], Dialog: dialog('ClearDialog') },
  { label: 'selection.machine', permissions: ['translation.edit'], Dialog: dialog('MachineDialog') },
  { label: 'selection.export', permissions: ['project.export'], isAlways: true, Dialog: dialog('ExportDialog') },
  {
    label: 'selection.delete',
    permissions: ['translation.delete'],
    isAlways: true,
    isForAllLanguages: true,
    Dialog: dialog('DeleteDialog'),
  },
]

const allowed = ({ membership, isReadOnly }: Editor, { permissions, isAlways, isForAllLanguages }: Action) =>
  permissions.every((permission) => may(membership, permission)) &&
  !(isReadOnly && !isAlways) &&
  !(isForAllLanguages && membership?.localeCodes)

/** What can be done with the chosen keys. Not there while none is chosen. */
export function SelectionToolbar() {
  const { t } = useText()
  const editor = useEditor()
  const { selection } = editor
  const size = useSyncExternalStore(selection.subscribe, () => selection.size)
  useLeaveWithList(editor)
  // What was chosen when it was asked for: the choice may change while a dialog is open, and its promise may not.
  const [asked, setAsked] = useState<{ action: Action; keyIds: readonly number[] }>()
  const actions = size > 0 ? ACTIONS.filter((action) => allowed(editor, action)) : []
  const start = (action: Action) => setAsked({ action, keyIds: selection.ids() })
  usePaletteActions(
    actions.map((action) => ({
      id: action.label,
      label: t('selection.offered', { action: t(action.label), count: size }),
      run: () => start(action),
    })),
  )
  useFocusOnList(size === 0 && !asked)
  return (
    <>
      {size > 0 && (
        <Toolbar aria-label={t('selection.title')} className={styles.toolbar}>
          <span className={styles.count}>{t('selection.count', { count: size })}</span>
          {actions.map((action) => (
            <Button key={action.label} kind="quiet" onClick={() => start(action)}>
              {t(action.label)}
            </Button>
          ))}
          <IconButton className={styles.end} label={t('selection.leave')} onClick={() => selection.clear()}>
            <X size={16} aria-hidden />
          </IconButton>
        </Toolbar>
      )}
      {asked && (
        <Suspense>
          <asked.action.Dialog keyIds={asked.keyIds} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Another list: nobody should change keys that are chosen and no longer seen. */
function useLeaveWithList({ search: { q, ns, status, is, ids, set }, selection }: Editor): void {
  const filter = JSON.stringify([q, ns, status, is, ids, set])
  const shown = useRef(filter)
  useEffect(() => {
    if (shown.current !== filter) selection.clear()
    shown.current = filter
  }, [filter, selection])
}

const LIST_CELL = '[data-area="list"] [data-column][tabindex="0"], [data-area="list"] [data-locale][data-column]'

const LOOK_MS = 50
const LOOK_FOR_MS = 10_000

/** With the toolbar the button goes that had the focus: it moves on to the list, and not out of the page. */
function useFocusOnList(isGone: boolean): void {
  const wasGone = useRef(isGone)
  useEffect(() => {
    if (isGone === wasGone.current) return
    wasGone.current = isGone
    if (!isGone) return
    // A dialog that closes gives the focus back when it is done, and rows that are gone lose it once more.
    const look = () => {
      if (document.activeElement === null || document.activeElement === document.body)
        focusSoon(document.body, LIST_CELL)
    }
    const turn = setInterval(look, LOOK_MS)
    const stop = () => clearInterval(turn)
    const left = setTimeout(stop, LOOK_FOR_MS)
    // From then on it is where somebody wants it.
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, { capture: true, once: true })
    return () => {
      stop()
      clearTimeout(left)
      for (const event of ['keydown', 'pointerdown']) removeEventListener(event, stop, { capture: true })
    }
  }, [isGone])
}
