import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import type { ValueField } from './field/value-field.ts'
import { ValueTextbox } from './field/value-textbox.tsx'
import { candidatesOf, marksIn, missingMarks } from './placeholders.ts'
import { underlinesOf } from './underlines.ts'
import type { WrittenValue, WrittenValueProps } from './written-value.ts'

/** A value that is written as one text. */
export function SingleField({ ref, ...props }: WrittenValueProps & { ref: Ref<WrittenValue> }) {
  const { t, languageName } = useText()
  const { row, locale, text, source, issues } = props
  const field = useRef<ValueField>(null)
  const notation = useMemo(() => ({ syntax: row.syntax }), [row.syntax])
  const marks = useMemo(() => marksIn(source, notation), [source, notation])
  const candidates = useMemo(() => candidatesOf(marks, notation), [marks, notation])
  const underlined = useMemo(() => underlinesOf(issues), [issues])
  useImperativeHandle(ref, () => {
    const written = () => field.current?.text() ?? ''
    return {
      text: written,
      forms: () => [],
      replace: (fresh) => field.current?.replace(fresh),
      insert: (inserted) => field.current?.insert(inserted),
      insertMissing() {
        const [missing] = missingMarks(marks, marksIn(written(), notation))
        if (missing) field.current?.insert(missing.spelled)
        return missing?.spelled
      },
      focus: () => field.current?.focus(),
    }
  }, [marks, notation])
  return (
    <ValueTextbox
      ref={field}
      label={t('openRow.value', { language: languageName(locale) })}
      locale={locale.code}
      direction={directionOf(locale.code)}
      notation={notation}
      candidates={candidates}
      text={text}
      underlined={underlined}
      describedBy={props.describedBy}
      isInvalid={props.isInvalid}
      isFocused={props.isFocused}
      onChange={props.onChange}
    />
  )
}
