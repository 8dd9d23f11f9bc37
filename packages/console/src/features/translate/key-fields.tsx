import { useState } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { useEditor } from './editor-context.ts'
import styles from './key-fields.module.css'
import { isLimit, type KeyForm, SYNTAXES, type Syntax } from './key-form.ts'
import { NamespaceField } from './namespace-field.tsx'

export interface KeyFieldsProps {
  form: KeyForm
  change: (patch: Partial<KeyForm>) => void
  /** What the service refused, by its names of fields. */
  errors: { key?: string; characterLimit?: string }
  /** Everybody who creates a key may name a namespace that is not there yet; a key that is there moves into one that is. */
  mayCreateNamespace?: boolean
}

/** How a key is found: its name and where it is. */
export function NameFields({ form, change, errors, mayCreateNamespace }: KeyFieldsProps) {
  const { t } = useText()
  const { membership } = useEditor()
  return (
    <>
      <TextField
        label={t('key.name')}
        value={form.name}
        error={errors.key}
        className={styles.name}
        required
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => change({ name: event.target.value })}
      />
      <NamespaceField
        value={form.namespace}
        onChange={(namespace) => change({ namespace })}
        mayCreate={mayCreateNamespace ?? may(membership, 'project.manage')}
      />
    </>
  )
}

/** What translators and machines should know about it. */
export function MeaningFields({ form, change, errors }: KeyFieldsProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(isUnusual(form))
  const limitError = isLimit(form.characterLimit) ? errors.characterLimit : t('key.limitError')
  return (
    <>
      <TextArea
        label={t('key.description')}
        hint={t('key.descriptionHint')}
        value={form.description}
        rows={2}
        dir="auto"
        onChange={(event) => change({ description: event.target.value })}
      />
      <Checkbox
        label={t('key.plural')}
        detail={t('key.pluralHint')}
        checked={form.isPlural}
        onChange={(isPlural) => change({ isPlural })}
      />
      <details
        className={styles.more}
        open={isOpen || limitError !== undefined}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{t('key.more')}</summary>
        <div className={styles.fields}>
          <TextField
            label={t('key.limit')}
            hint={t('key.limitHint')}
            value={form.characterLimit}
            error={limitError}
            inputMode="numeric"
            onChange={(event) => change({ characterLimit: event.target.value })}
          />
          <LabelledSelect
            label={t('key.syntax')}
            value={form.syntax}
            choices={(Object.keys(SYNTAXES) as Syntax[]).map((syntax) => ({
              value: syntax,
              label: syntax === 'none' ? t('key.noSyntax') : SYNTAXES[syntax],
            }))}
            onChange={(syntax) => change({ syntax })}
          />
          <TextArea
            label={t('key.aiContext')}
            hint={t('key.aiContextHint')}
            value={form.aiContext}
            rows={2}
            dir="auto"
            onChange={(event) => change({ aiContext: event.target.value })}
          />
        </div>
      </details>
    </>
  )
}

const isUnusual = ({ characterLimit, syntax, aiContext }: KeyForm) =>
  characterLimit !== '' || syntax !== 'icu' || aiContext !== ''
