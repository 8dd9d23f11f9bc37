import { type QueryKey, useMutation } from '@tanstack/react-query'
import { situationOf } from '../api/errors.ts'
import { queryClient } from '../api/queries.ts'
import { useText } from '../text/context.tsx'
import { useToast } from './toast.tsx'

interface Told<Input> {
  /** What to say when it is done. */
  done: (input: Input) => string
  /** What to say about a refusal, where its situation alone says too little. */
  refusal?: (error: Error) => string | undefined
  /** What it changes, to be read again. */
  stale: readonly QueryKey[]
}

/** Something that happens at the press of a button: how it ended is told, and what it changed is shown. */
export function useAction<Input = void>(
  run: (input: Input) => Promise<unknown>,
  { done, refusal, stale }: Told<Input>,
) {
  const { t } = useText()
  const toast = useToast()
  return useMutation({
    mutationFn: run,
    onSuccess: (_, input) => void toast({ text: done(input) }),
    onError: (error) => void toast({ text: refusal?.(error) ?? t(`situation.${situationOf(error)}`), isFailure: true }),
    onSettled: () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
