import { listActivity } from './list-activity.ts'
import { revertActivity } from './revert-activity.ts'

export const activityEndpoints = [listActivity, revertActivity]
