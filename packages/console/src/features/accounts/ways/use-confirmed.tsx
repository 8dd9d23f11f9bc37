import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { codeOf } from '../../../api/errors.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const isUnconfirmed = (error: unknown) => codeOf(error) === 'CONFIRMATION_REQUIRED'

interface Outcome<Input, Output> {
  onSuccess: (output: Output, input: Input) => void
  onError?: (error: Error) => void
  /** Whoever was asked would rather not. */
  onCancel?: () => void
}

/** Something that is refused until its doer has confirmed who they are: they are asked for that, and it is done again. */
export function useConfirmed<Input, Output>(
  run: (input: Input) => Promise<Output>,
  { onSuccess, onError, onCancel }: Outcome<Input, Output>,
) {
  const [waiting, setWaiting] = useState<{ input: Input }>()
  const sending = useMutation({
    mutationFn: run,
    onSuccess,
    onError: (error, input) => (isUnconfirmed(error) ? setWaiting({ input }) : onError?.(error)),
  })
  const { mutate, isPending, error } = sending
  const question = waiting && (
    <Suspense>
      <ConfirmDialog
        onClose={() => {
          setWaiting(undefined)
          onCancel?.()
        }}
        onConfirmed={() => {
          setWaiting(undefined)
          mutate(waiting.input)
        }}
      />
    </Suspense>
  )
  return { mutate, isPending, error: isUnconfirmed(error) ? null : error, question }
}
