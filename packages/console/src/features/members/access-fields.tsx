import { useId } from 'react'
import { useText } from '../../text/context.tsx'
import { Choices, Radio } from '../../ui/choice.tsx'
import { LanguagesField } from '../../ui/language-field.tsx'
import styles from './members.module.css'
import { type Member, ROLES } from './members-query.ts'

export type Access = Pick<Member, 'role' | 'localeCodes'>

interface AccessFieldsProps {
  value: Access
  onChange: (value: Access) => void
  /** Whether somebody tried to send it as it is. */
  isTried: boolean
}

export const isWhole = ({ localeCodes }: Access) => localeCodes === null || localeCodes.length > 0

/** What somebody may do, and in which languages. */
export function AccessFields({ value, onChange, isTried }: AccessFieldsProps) {
  const { t } = useText()
  const name = useId()
  const { role, localeCodes } = value
  const hasAll = localeCodes === null
  return (
    <>
      <Choices label={t('members.role')}>
        {ROLES.map((each) => (
          <Radio
            key={each}
            name={`${name}-role`}
            className={styles.role}
            label={t(`role.${each}`)}
            detail={t(`role.${each}May`)}
            checked={role === each}
            onChange={() => onChange({ ...value, role: each })}
          />
        ))}
      </Choices>
      <Choices label={t('members.languages')}>
        <Radio
          name={`${name}-languages`}
          label={t('members.allLanguages')}
          checked={hasAll}
          onChange={() => onChange({ ...value, localeCodes: null })}
        />
        <Radio
          name={`${name}-languages`}
          label={t('members.someLanguages')}
          detail={t('members.someLanguagesHint')}
          checked={!hasAll}
          onChange={() => onChange({ ...value, localeCodes: localeCodes ?? [] })}
        />
      </Choices>
      {localeCodes !== null && (
        <LanguagesField
          label={t('members.theirLanguages')}
          values={localeCodes}
          onChange={(codes) => onChange({ ...value, localeCodes: codes })}
        />
      )}
      {isTried && !isWhole(value) && (
        <p role="alert" className={styles.refusal}>
          {t('members.chooseLanguage')}
        </p>
      )}
    </>
  )
}
