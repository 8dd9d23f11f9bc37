import { type ReactNode, useState } from 'react'
import { useText } from '../text/context.tsx'
import { Question } from './dialog.tsx'
import { TextField } from './field.tsx'

interface NameQuestionProps {
  question: string
  /** What has to be typed, so that nobody does this by a slip of the hand, or to another one. */
  name: string
  confirmLabel: string
  children: ReactNode
  onClose: () => void
  onConfirm: () => void
}

/** A question before something that is gone for good: the answer needs the name of it. */
export function NameQuestion({ question, name, confirmLabel, children, onClose, onConfirm }: NameQuestionProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  return (
    <Question
      question={question}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{ label: confirmLabel, isDangerous: true, isDisabled: !isRight, onConfirm }}
    >
      {children}
      <TextField
        label={t('ui.typeName', { name })}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </Question>
  )
}
