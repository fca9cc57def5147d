import '#ui/tokens.css';
import '#ui/base.css';
import './admin.css';
import { startAdmin } from './start-admin.tsx';

startAdmin(document.getElementById('root') as HTMLElement);
