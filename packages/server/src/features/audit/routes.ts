import { listAudit } from './list-audit.ts'

export const auditEndpoints = [listAudit]
