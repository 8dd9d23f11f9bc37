import { useState } from 'react'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** Where no recovery code will do. */
  isOfApp?: boolean
}

/** The code of an app, with the keys for digits on a telephone; or a recovery code, for those who have lost the app. */
export function CodeField({ value, onChange, isOfApp = false }: CodeFieldProps) {
  const { t } = useText()
  const [isRecovery, setRecovery] = useState(false)
  const change = () => {
    onChange('')
    setRecovery(!isRecovery)
  }
  return (
    <>
      <TextField
        key={String(isRecovery)}
        label={t(isRecovery ? 'code.recovery' : 'code.app')}
        hint={t(isRecovery ? 'code.recoveryHint' : 'code.appHint')}
        dir="ltr"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        required
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {!isOfApp && (
        <Button kind="quiet" onClick={change}>
          {t(isRecovery ? 'code.useApp' : 'code.useRecovery')}
        </Button>
      )}
    </>
  )
}
