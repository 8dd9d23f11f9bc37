import { type Ref, useEffect, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../../text/context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { Notation } from '../placeholders.ts'
import type { Offered } from './completion.ts'
import type { Underline } from './underlines.ts'
import { type FieldSettings, ValueField } from './value-field.ts'
import styles from './value-textbox.module.css'

interface ValueTextboxProps extends Omit<FieldSettings, 'offers' | 'notation'> {
  notation: Notation
  text: string
  onChange: (text: string) => void
  underlined: readonly Underline[]
  isFocused?: boolean
  onFocus?: () => void
  ref?: Ref<ValueField>
}

/** The textbox of a value, with the placeholders that are offered while somebody writes. */
export function ValueTextbox(props: ValueTextboxProps) {
  const { text, underlined, isInvalid, ref } = props
  const id = useId()
  const [offer, setOffer] = useState<Offered>()
  const { place, field } = useValueField(props, setOffer, id, offer?.active)
  useImperativeHandle(ref, () => field.current as ValueField, [field])
  // Before the next key: what is taken later could be older than what is written.
  useLayoutEffect(() => field.current?.take(text), [text, field])
  useEffect(() => field.current?.underline(underlined), [underlined, field])
  return (
    <div className={classNames(styles.field, isInvalid && styles.invalid)}>
      <div ref={place} />
      {offer && (
        <Offers
          id={id}
          offer={offer}
          place={field.current?.placeOf(offer.from)}
          onChoose={(at) => field.current?.takeOffer(at)}
        />
      )}
    </div>
  )
}

/** Makes the field when it is shown, and tells it when what it is called changes. */
function useValueField(
  { text, onChange, onFocus, isFocused, ...props }: ValueTextboxProps,
  onOffer: (offer: Offered | undefined) => void,
  id: string,
  active: number | undefined,
) {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<ValueField>(null)
  const { label, locale, direction, notation, candidates, describedBy, isInvalid } = props
  const { syntax, pluralArgument } = notation
  const settings = useMemo(
    (): FieldSettings => ({
      ...{ label, locale, direction, candidates, describedBy, isInvalid },
      offers: active === undefined ? undefined : { list: id, option: `${id}-${active}` },
      notation: { syntax, pluralArgument },
    }),
    [label, locale, direction, candidates, describedBy, isInvalid, id, active, syntax, pluralArgument],
  )
  const latest = useRef({ text, onChange, onFocus, isFocused, settings })
  latest.current = { text, onChange, onFocus, isFocused, settings }
  useLayoutEffect(() => {
    const made = new ValueField({
      parent: place.current as HTMLElement,
      text: latest.current.text,
      settings: latest.current.settings,
      onChange: (written) => latest.current.onChange(written),
      onFocus: () => latest.current.onFocus?.(),
      onOffer,
    })
    field.current = made
    if (latest.current.isFocused) made.focus()
    return () => {
      field.current = null
      made.destroy()
    }
  }, [onOffer])
  useEffect(() => field.current?.configure(settings), [settings])
  return { place, field }
}

interface OffersProps {
  id: string
  offer: Offered
  place: { top: number; start: number } | undefined
  onChoose: (index: number) => void
}

function Offers({ id, offer, place, onChoose }: OffersProps) {
  const { t } = useText()
  return (
    <div
      role="listbox"
      id={id}
      aria-label={t('field.offers')}
      className={styles.offers}
      style={{ insetBlockStart: place?.top ?? 0, insetInlineStart: place?.start ?? 0 }}
      // Focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {offer.texts.map((text, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === offer.active}
          className={styles.offer}
          dir="ltr"
          onClick={() => onChoose(index)}
        >
          {text}
        </div>
      ))}
    </div>
  )
}
