import { type RefObject, useEffect } from 'react'
import { type OpenValue, useEditor } from './editor-context.ts'
import type { WrittenValue } from './written-value.ts'

/** Tells the editor how others reach what is written in the open row. */
export function useOpenValue(
  keyId: number,
  locale: string,
  written: RefObject<WrittenValue | null>,
  source: RefObject<HTMLElement | null>,
): void {
  const { openValue, drafts } = useEditor()
  useEffect(() => {
    const value: OpenValue = {
      keyId,
      locale,
      text: () => written.current?.text() ?? '',
      replace(text, origin) {
        written.current?.replace(text)
        if (origin && drafts.get({ keyId, locale })?.text === text) drafts.set({ keyId, locale }, text, origin)
      },
      insert: (text) => written.current?.insert(text),
      selectedSource() {
        const selection = getSelection()
        return selection && source.current?.contains(selection.anchorNode) ? selection.toString().trim() : ''
      },
      focus: () => written.current?.focus(),
    }
    openValue.current = value
    return () => {
      if (openValue.current === value) openValue.current = null
    }
  }, [keyId, locale, openValue, drafts, written, source])
}
