import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteMove } from '../../ui/screen-heading.tsx'
import { SignInDialog } from '../accounts/sign-in-dialog.tsx'

/** Around every screen. */
export function Root() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe(
        'onBeforeNavigate',
        ({ fromLocation, pathChanged }) => fromLocation && pathChanged && noteMove(),
      ),
    [router],
  )
  return (
    <>
      <Outlet />
      <SignInDialog />
    </>
  )
}
