import '../design/tokens.css';
import './links.css';
