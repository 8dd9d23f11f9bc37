import { useEffect, useId, useRef, useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { takeEarlyKeys } from './early-keys.ts'
import { ICONS, type PaletteItem } from './items.ts'
import styles from './palette.module.css'
import { bestFirst } from './rank.ts'
import { useFound } from './use-found.ts'
import { usePlaces } from './use-places.ts'

const MOST = 12
/** Somebody who types goes on within this; asking at every letter would only keep the service busy. */
const PAUSE_MS = 90

interface PaletteListProps {
  projectId: number | undefined
  locale: string | undefined
  onClose: () => void
}

/** Combobox "Search" with what it finds. */
export function PaletteList({ projectId, locale, onClose }: PaletteListProps) {
  const { t } = useText()
  const id = useId()
  const [text, setText] = useState('')
  const { items, isSettled, error } = useItems(text, projectId, locale)
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.go()
  }
  const { active, setActive, onKeyDown, enter } = useChoice(text, items, isSettled, choose)
  return (
    <>
      <input
        role="combobox"
        aria-label={t('shell.search')}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={items[active] && `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        placeholder={t('palette.placeholder')}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const early = takeEarlyKeys()
          if (early.text !== '') setText(early.text)
          if (early.isEntered) enter()
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.results')} className={styles.list}>
        {items.map((item, index) => (
          <Option
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {error !== null && (
        <p role="alert" className={styles.none}>
          {t(`situation.${situationOf(error)}`)}
        </p>
      )}
      {items.length === 0 && isSettled && error === null && <p className={styles.none}>{t('palette.nothing')}</p>}
    </>
  )
}

function useItems(text: string, projectId: number | undefined, locale: string | undefined) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  const places = usePlaces(projectId, locale, asked)
  const found = useFound(asked, projectId, locale)
  return {
    items: bestFirst([...places, ...(asked === text ? found.items : [])], text, MOST),
    isSettled: asked === text && !found.isFetching,
    error: found.error,
  }
}

/** Which one is chosen. Enter waits for what the service has still to say, unless somebody has moved to one. */
function useChoice(
  text: string,
  items: readonly PaletteItem[],
  isSettled: boolean,
  choose: (item: PaletteItem | undefined) => void,
) {
  const [moved, setMoved] = useState<{ text: string; to: number }>()
  const [isWaiting, setWaiting] = useState(false)
  const hasMoved = moved?.text === text
  const active = hasMoved ? Math.min(moved.to, items.length - 1) : 0
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    if (!isWaiting || !isSettled) return
    setWaiting(false)
    latest.current(items[0])
  }, [isWaiting, isSettled, items])

  const move = (to: number) => setMoved({ text, to: (to + items.length) % Math.max(items.length, 1) })
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => (hasMoved || isSettled ? choose(items[active]) : setWaiting(true)),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  return { active, setActive: move, onKeyDown, enter: () => setWaiting(true) }
}

interface OptionProps {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const { t } = useText()
  const Icon = ICONS[item.kind]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the same.
    <div
      ref={box}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={16} aria-hidden className={styles.icon} />
      <span className={item.kind === 'key' ? styles.name : styles.label} dir="auto">
        {item.label}
      </span>
      {item.detail !== undefined && (
        <span className={styles.detail} dir="auto" lang={item.lang}>
          {item.detail}
        </span>
      )}
      {item.shortcut === undefined ? (
        <span className={styles.kind}>{t(`palette.kind.${item.kind}`)}</span>
      ) : (
        <kbd className={styles.key}>{item.shortcut}</kbd>
      )}
    </div>
  )
}
