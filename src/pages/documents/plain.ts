import '../design/tokens.css';
import '../design/base.css';
import './plain.css';
