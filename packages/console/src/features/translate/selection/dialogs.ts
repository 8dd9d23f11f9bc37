/** What the toolbar opens, in one piece that is loaded when somebody chooses keys. */
export { ClearDialog } from './clear-dialog.tsx'
export { CopyDialog } from './copy-dialog.tsx'
export { DeleteDialog } from './delete-dialog.tsx'
export { ExportDialog } from './export-dialog.tsx'
export { MachineDialog } from './machine-dialog.tsx'
export { MoveDialog } from './move-dialog.tsx'
export { ApproveDialog, StatusDialog } from './status-dialogs.tsx'
