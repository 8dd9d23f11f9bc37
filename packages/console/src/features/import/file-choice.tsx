import { FileUp, FolderOpen, Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type ChosenFile, filesOfDrop, filesOfField } from './chosen-files.ts'
import styles from './import.module.css'

/** Where files are dropped or chosen: single ones with field "Files", or a folder with all that is in it. */
export function FileChoice({ onChoose }: { onChoose: (files: readonly ChosenFile[]) => void }) {
  const { t } = useText()
  const id = useId()
  const folder = useRef<HTMLInputElement>(null)
  const { isOver, ...target } = useDrop(onChoose)
  const choose = ({ target: field }: ChangeEvent<HTMLInputElement>) => {
    onChoose(filesOfField(field.files ?? []))
    // The same file may be chosen once more, when it was mended.
    field.value = ''
  }
  return (
    <div className={classNames(styles.drop, isOver && styles.over)} {...target}>
      <Upload size={24} aria-hidden />
      <p>{t('import.drop')}</p>
      <div className={styles.ways}>
        {/* Its own button would speak the browser's language, not the console's. */}
        <input
          id={id}
          type="file"
          multiple
          className={styles.field}
          aria-describedby={`${id}-hint`}
          onChange={choose}
        />
        <label htmlFor={id} className={classNames(buttonClass('primary'), styles.label)}>
          <FileUp size={16} aria-hidden />
          {t('import.files')}
        </label>
        <Button onClick={() => folder.current?.click()}>
          <FolderOpen size={16} aria-hidden />
          {t('import.folder')}
        </Button>
        <input ref={folder} type="file" hidden webkitdirectory="" onChange={choose} />
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('import.filesHint')}
      </p>
    </div>
  )
}

/** What is needed to take files that are dropped. */
function useDrop(onChoose: (files: readonly ChosenFile[]) => void) {
  const [isOver, setOver] = useState(false)
  const stop = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setOver(over)
  }
  return {
    isOver,
    onDragOver: (event: DragEvent) => stop(event, true),
    onDragLeave: (event: DragEvent) => stop(event, false),
    onDrop: (event: DragEvent) => {
      stop(event, false)
      void filesOfDrop(event.dataTransfer).then(onChoose)
    },
  }
}

declare module 'react' {
  interface InputHTMLAttributes<T> extends AriaAttributes, DOMAttributes<T> {
    /** Chooses a folder. */
    webkitdirectory?: ''
  }
}
