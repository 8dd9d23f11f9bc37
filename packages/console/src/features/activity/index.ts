export { RecentActivity } from './recent-activity.tsx'
export { Sentence } from './sentence.tsx'
