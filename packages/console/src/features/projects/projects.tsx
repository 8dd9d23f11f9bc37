import { useSession } from '../../api/session.ts'

export function ProjectsScreen() {
  const { user } = useSession()
  return <h1>{user.name}</h1>
}
