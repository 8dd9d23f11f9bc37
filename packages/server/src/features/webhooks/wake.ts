import type { Services } from '../../services.ts'

const wakers = new WeakMap<Services, () => void>()

/** Who makes the deliveries of this process registers here to be told that there are new ones. */
export const onNewDeliveries = (services: Services, wake: () => void) => wakers.set(services, wake)

/** For deliveries that no change brought about. Without a worker in this process the others find them by polling. */
export const wakeDeliveries = (services: Services) => wakers.get(services)?.()
