import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/context.tsx'
import { Button, IconButton } from './button.tsx'
import styles from './toast.module.css'

interface Shown {
  text: string
  /** A failure is told at once, and stays until it is closed. */
  isFailure?: boolean
  action?: { label: string; onPress: () => void }
  timeoutMs?: number
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { t } = useText()
  const { toasts } = Toast.useToastManager<Shown>()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
      <Toast.Content className={styles.content}>
        <Toast.Description className={styles.text} role={toast.data?.isFailure ? 'alert' : undefined} />
        {toast.data?.action && (
          <Toast.Action render={<Button kind="quiet" />} onClick={toast.data.action.onPress}>
            {toast.data.action.label}
          </Toast.Action>
        )}
        <Toast.Close render={<IconButton label={t('ui.close')} />}>
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

/** Shows a short text at the edge of the screen; what is returned takes it away again. */
export function useToast(): (shown: Shown) => () => void {
  const { add, close } = Toast.useToastManager<Shown>()
  return (shown) => {
    const id = add({
      description: shown.text,
      // A high one would be told by an unseen text, and the one that is seen be hidden from those who listen.
      priority: 'low',
      timeout: shown.timeoutMs ?? (shown.isFailure ? 0 : 6_000),
      data: shown,
    })
    return () => close(id)
  }
}
